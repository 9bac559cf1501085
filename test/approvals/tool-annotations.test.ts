import { expect } from '@esm-bundle/chai';
import { trustedAnnotations, dangerOf, hintsOf } from '../../src/approvals/index.js';
import type { Initiator, ToolAnnotations } from '../../src/index.js';
import { verifies } from '../requirements/verifies.js';

type Short = readonly [readOnly: string, destructive: string, idempotent: string, openWorld: string];
const word = (value: boolean | undefined): string => (value === undefined ? 'not said' : value ? 'yes' : 'no');
const short = (annotations: ToolAnnotations | undefined): Short => {
  const { readOnly, destructive, idempotent, openWorld } = hintsOf(annotations);
  return [word(readOnly), word(destructive), word(idempotent), word(openWorld)];
};

describe('what the annotations of a tool come to', () => {
  const rows: readonly [ToolAnnotations | undefined, Short][] = [
    [undefined, ['not said', 'not said', 'not said', 'not said']],
    [{}, ['not said', 'not said', 'not said', 'not said']],
    [{ title: 'Reads only' }, ['not said', 'not said', 'not said', 'not said']],
    [{ readOnlyHint: true }, ['yes', 'no', 'not said', 'not said']],
    [{ readOnlyHint: false }, ['no', 'not said', 'not said', 'not said']],
    [{ destructiveHint: true }, ['not said', 'yes', 'not said', 'not said']],
    [{ destructiveHint: false }, ['not said', 'no', 'not said', 'not said']],
    [{ readOnlyHint: true, destructiveHint: false }, ['yes', 'no', 'not said', 'not said']],
    [{ readOnlyHint: true, destructiveHint: true }, ['no', 'yes', 'not said', 'not said']],
    [{ readOnlyHint: true, idempotentHint: false }, ['yes', 'no', 'not said', 'not said']],
    [{ readOnlyHint: true, openWorldHint: true }, ['yes', 'no', 'not said', 'yes']],
    [{ readOnlyHint: false, destructiveHint: false, idempotentHint: true }, ['no', 'no', 'yes', 'not said']],
  ];
  for (const [annotations, hints] of rows)
    it(`${JSON.stringify(annotations)}: ${hints.join(', ')}`, () => {
      verifies('annotations-are-claims');
      expect(short(annotations)).to.deep.equal(hints);
    });

  it('a contradiction is one that reads only and is destructive, and nothing else', () => {
    expect(hintsOf({ readOnlyHint: true, destructiveHint: true }).isContradictory).to.equal(true);
    expect(hintsOf({ readOnlyHint: true, openWorldHint: true, idempotentHint: false }).isContradictory).to.equal(false);
  });
});

describe('the danger of a call', () => {
  const rows: readonly [ToolAnnotations | undefined, Readonly<Record<Initiator, ReturnType<typeof dangerOf>>>][] = [
    [undefined, { person: undefined, page: undefined, model: 'may destroy', app: 'may destroy' }],
    [{ readOnlyHint: true }, { person: undefined, page: undefined, model: 'may reach out', app: 'may reach out' }],
    [
      { readOnlyHint: true, destructiveHint: true },
      { person: 'destroys', page: 'destroys', model: 'destroys', app: 'destroys' },
    ],
    [
      { destructiveHint: false, openWorldHint: true },
      { person: undefined, page: 'reaches out', model: 'reaches out', app: 'reaches out' },
    ],
    [
      { readOnlyHint: true, openWorldHint: false },
      { person: undefined, page: undefined, model: undefined, app: undefined },
    ],
  ];
  for (const [annotations, dangers] of rows)
    for (const initiator of ['person', 'page', 'model', 'app'] as const)
      it(`${JSON.stringify(annotations)}, started by a ${initiator}: ${dangers[initiator] ?? 'none'}`, () => {
        expect(dangerOf(hintsOf(annotations), initiator)).to.equal(dangers[initiator]);
      });
});

describe('the annotations that count', () => {
  it('are those of the server, where it says them now', () => {
    const annotations = { readOnlyHint: true, openWorldHint: false };
    expect(trustedAnnotations(annotations, true)).to.equal(annotations);
    expect(trustedAnnotations(undefined, true)).to.equal(undefined);
  });
  it('are the worse of two that contradict each other', () => {
    expect(trustedAnnotations({ readOnlyHint: true, destructiveHint: true }, true)).to.deep.equal({
      readOnlyHint: false,
      destructiveHint: true,
    });
  });
  it('are only those that warn, where it said them once', () => {
    const good = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
    expect(trustedAnnotations(good, false)).to.deep.equal({});
    const bad = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
    expect(trustedAnnotations(bad, false)).to.deep.equal(bad);
  });
});
