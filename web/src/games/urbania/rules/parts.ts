/** The parts of Urbania that the figures of its rules show alone. */

import Pool from "../Pool.svelte";
import Track from "../Track.svelte";

export default { pool: Pool, track: Track };
