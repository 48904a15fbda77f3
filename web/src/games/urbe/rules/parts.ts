/** Parts of the table that figures show and no panel shows alone. */

import City from "../City.svelte";
import Market from "../Market.svelte";

export default { market: Market, city: City };
