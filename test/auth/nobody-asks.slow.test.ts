import { expect } from '@esm-bundle/chai';
import { InteractiveAuthorizer } from '../../src/auth/index.js';
import type { AuthorizationRequest } from '../../src/auth/index.js';
import { SIGN_IN_SHOWN_WITHIN_MS } from '../../src/auth/interactive.js';
import { failureOf } from '../fixtures/failure.js';

describe('a sign-in that nothing in the page asks for', () => {
  it('says so, and what to put into the page', async function () {
    this.timeout(SIGN_IN_SHOWN_WITHIN_MS + 5000);
    const request = {
      ...{ issuer: 'https://auth.test', server: 'https://notes.test/mcp', hosts: [], reason: 'sign-in' },
      ...{ state: 'one', scopes: ['read'], added: ['read'], signal: new AbortController().signal },
    } as unknown as AuthorizationRequest;
    const error = await failureOf(new InteractiveAuthorizer().open(request));
    expect(error.message).to.contain('nothing in this page asks you');
    expect(error.remedy).to.contain('<mcp-sign-in>');
  });
});
