import type { Fault } from '../../util/json-schema/faults.js';
import { MAX_ISSUES, MAX_ISSUE_LENGTH } from './limits.js';

/** What does not fit, as sentences, each once. */
export function issueSentences(faults: readonly Fault[]): readonly string[] {
  const sentences = [...new Set(faults.map((fault) => sentence(fault).slice(0, MAX_ISSUE_LENGTH)))];
  const more = sentences.length - MAX_ISSUES;
  return more > 0 ? [...sentences.slice(0, MAX_ISSUES), `${more} further places do not fit.`] : sentences;
}

function sentence({ keyword, pointer, words, property }: Fault): string {
  const place = pointer === '' ? 'The structured content' : `“${pointer}”`;
  switch (keyword) {
    case 'type': {
      const [actual, ...wanted] = [...words.matchAll(/"([^"]*)"/g)].map(([, type]) => type);
      return `${place} should be ${wanted.join(' or ')}, not ${actual}.`;
    }
    case 'required':
      return `${place} lacks “${property ?? ''}”.`;
    case 'not':
      return `${place} is not allowed.`;
    case 'enum':
      return `${place} is none of the values it may be.`;
    case 'const':
      return `${place} is not the value it must be.`;
    case 'pattern':
      return `${place} does not match its pattern.`;
    case 'anyOf':
      return `${place} fits none of its alternatives.`;
    case 'oneOf':
      return `${place} fits ${words.includes('(0 ') ? 'none' : 'more than one'} of its alternatives.`;
    default:
      return `${place}: ${words.replace(/^Instance /, 'it ')}`;
  }
}
