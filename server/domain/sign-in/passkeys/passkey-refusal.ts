// Why a passkey is refused.
export class PasskeyRefusal extends Error {
  readonly code: 'not-verified' | 'user-not-verified';

  constructor(code: PasskeyRefusal['code'], cause?: unknown) {
    super(`The passkey is refused: ${code}`, { cause });
    this.name = 'PasskeyRefusal';
    this.code = code;
  }
}

/** The library throws errors of many kinds for answers that it does not accept. */
export async function orRefuse<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    throw new PasskeyRefusal('not-verified', error);
  }
}
