// Passkeys in the browser. A request that waits in the autofill list is ended before another one begins.
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { publicApi } from '../api/client.ts';

export const supportsPasskeys = browserSupportsWebAuthn;

/** Asks for a passkey now. False where the person closed the browser's dialog. */
export async function signInWithPasskey(): Promise<boolean> {
  WebAuthnAbortService.cancelCeremony();
  const optionsJSON = await requestOptions();
  const credential = await unlessClosed(startAuthentication({ optionsJSON }));
  return credential !== undefined && (await send(credential));
}

/** Offers passkeys where the browser fills in the e-mail address; true when one was chosen and signed somebody in. */
export async function offerPasskeys(): Promise<boolean> {
  if (!(await browserSupportsWebAuthnAutofill())) return false;
  const credential = await offered().catch(() => undefined);
  return credential !== undefined && (await send(credential));
}

/** Nobody has asked for this, so nobody is told where it fails: the other ways to sign in are still there. */
async function offered() {
  return startAuthentication({ optionsJSON: await requestOptions(), useBrowserAutofill: true });
}

export function withdrawPasskeys(): void {
  WebAuthnAbortService.cancelCeremony();
}

/** The device has a passkey for the account, and makes no second one. */
export class PasskeyIsThere extends Error {}

/** The new credential; undefined where the person closed the browser's dialog. */
export async function createPasskey(options: Record<string, unknown>): Promise<Record<string, unknown> | undefined> {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const credential = await unlessClosed(startRegistration({ optionsJSON }));
  return credential && { ...credential };
}

async function requestOptions(): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return (await publicApi.auth.startPasskeySignIn()) as unknown as PublicKeyCredentialRequestOptionsJSON;
}

async function send(credential: object): Promise<true> {
  await publicApi.auth.signInWithPasskey({ credential: { ...credential } });
  return true;
}

async function unlessClosed<T>(ceremony: Promise<T>): Promise<T | undefined> {
  try {
    return await ceremony;
  } catch (error) {
    const name = error instanceof WebAuthnError ? (error.cause as Error | undefined)?.name : (error as Error).name;
    if (name === 'NotAllowedError' || name === 'AbortError') return undefined;
    if (name === 'InvalidStateError') throw new PasskeyIsThere();
    throw error;
  }
}
