/** The fingerprint of a shuffle, computed in the browser so that you don't have to trust the server. */

export interface Claim {
  commitment: string;
  salt: string;
  seed: string;
}

/** SHA-256 of `contrada SALT SEED`, in hexadecimal. */
export async function fingerprint(salt: string, seed: string): Promise<string> {
  const text = new TextEncoder().encode(`contrada ${salt} ${seed}`);
  const digest = await crypto.subtle.digest("SHA-256", text);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Browsers offer this on secure connections only; otherwise the server has to do it. */
export const canCompute = () => globalThis.crypto?.subtle !== undefined;

export async function matches({ commitment, salt, seed }: Claim): Promise<boolean> {
  return (await fingerprint(salt.trim(), seed.trim())) === commitment.trim().toLowerCase();
}
