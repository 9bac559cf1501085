import type { AuthorizationQuestion } from '../../src/auth/index.js';

/** What tells a question of signing in from the next one. */
export function idOf(question: AuthorizationQuestion): string {
  switch (question.kind) {
    case 'sign-in':
      return question.request.state;
    case 'issuer-change':
      return `${question.from} ${question.to}`;
    case 'client':
      return question.issuer;
  }
}
