// What vouches for a new passkey.
import { orRefuse } from './passkey-refusal.ts';

/**
 * The options ask for no attestation, so browsers send none, or one that the new key signs itself. For others, certificates of
 * the sender would be parsed, and addresses in them fetched.
 */
export async function assertNoCertificates(response: unknown): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const { attestationObject } = response as { attestationObject: string };
  await orRefuse(async () => {
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
    const format = attestation.get('fmt');
    const isSelfSigned = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
    if (format !== 'none' && !isSelfSigned) throw new Error(`Attestation was not asked for: ${format}`);
  });
}
