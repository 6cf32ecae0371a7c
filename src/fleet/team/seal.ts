import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Seals texts, so that whoever holds one reads nothing in it, changes nothing, and uses it for nothing else. */
export interface Seal {
  /** `use`: what it is for and for whom. It opens for the same use alone. */
  close(text: string, use: string): string;
  /** Undefined for what this seal did not close for this use. */
  open(sealed: string, use: string): string | undefined;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const LONGEST = 16_384;

/** AES-256-GCM with a key of its own for each purpose, made of a secret. */
export function createSeal(secret: Uint8Array, purpose: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), `threadline ${purpose}`, 32));
  return {
    close(text, use) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(use));
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
        'base64url',
      );
    },
    open(sealed, use) {
      if (sealed.length > LONGEST || !/^[\w-]+$/.test(sealed)) return undefined;
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(use));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
