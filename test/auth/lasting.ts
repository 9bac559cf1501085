import { Authorization } from '../../src/auth/index.js';

/** A sign-in that lasts, with its own name for the person, as `InteractiveAuthorization` has where they stay signed in. */
export class LastingAuthorization extends Authorization {
  override get identity(): string | null | undefined {
    return this.signedInAs ?? null;
  }

  get identityLifetime(): 'device' {
    return 'device';
  }
}
