import type { ToolAnnotations } from '../protocol/model.js';
import type { StartedBy } from '../protocol/started-by.js';

/**
 * What the annotations of a tool come to, each `true`, `false`, or undefined where the server does not say. All of it is
 * the server's word, which nobody has checked.
 */
export interface ToolHints {
  /** It changes nothing. */
  readonly readOnly: boolean | undefined;
  /** It can delete or overwrite something. */
  readonly destructive: boolean | undefined;
  /** The same call again changes nothing more. */
  readonly idempotent: boolean | undefined;
  /** It reaches further than its server. */
  readonly openWorld: boolean | undefined;
  /** The server says that it reads only, and that it is destructive. Taken for destructive. */
  readonly isContradictory: boolean;
}

/**
 * The only reader of annotations. `destructiveHint` and `idempotentHint` mean something only where the tool does not read
 * only, so a tool that reads only is not destructive; one that claims to be both is taken for destructive. That a tool
 * reads only and reaches other systems is no contradiction.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#toolannotations
 */
export function hintsOf(annotations: ToolAnnotations | undefined): ToolHints {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint: openWorld } = annotations ?? {};
  if (readOnlyHint === true && destructiveHint !== true)
    return { readOnly: true, destructive: false, idempotent: undefined, openWorld, isContradictory: false };
  const isContradictory = readOnlyHint === true;
  return {
    readOnly: isContradictory ? false : readOnlyHint,
    destructive: destructiveHint,
    idempotent: idempotentHint,
    openWorld,
    isContradictory,
  };
}

/**
 * The annotations that count: where two contradict each other, the one that warns; where the server said them once and
 * does not say them now, only what warns.
 */
export function countingAnnotations(
  annotations: ToolAnnotations | undefined,
  isSaidNow: boolean,
): ToolAnnotations | undefined {
  const { readOnly, destructive, idempotent, openWorld, isContradictory } = hintsOf(annotations);
  if (isSaidNow) return annotations && isContradictory ? { ...annotations, readOnlyHint: false } : annotations;
  return {
    ...(readOnly === false && { readOnlyHint: false }),
    ...(destructive === true && { destructiveHint: true }),
    ...(idempotent === false && { idempotentHint: false }),
    ...(openWorld === true && { openWorldHint: true }),
  };
}

/**
 * Why a call is not to run by the button alone: it `destroys` or `reaches out`, or may do so because the server does not
 * say. What is not said counts as the specification has it, the worst, where no person started the call; a person's own
 * press of the button that names the tool is enough for what is not said, and for what only leaves the server.
 */
export function dangerOf(
  { destructive, openWorld }: ToolHints,
  startedBy: StartedBy,
): 'destroys' | 'may destroy' | 'reaches out' | 'may reach out' | undefined {
  const isUnsaidBad = startedBy === 'model' || startedBy === 'app';
  if (destructive === true) return 'destroys';
  if (destructive === undefined && isUnsaidBad) return 'may destroy';
  if (openWorld === true && startedBy !== 'person') return 'reaches out';
  return openWorld === undefined && isUnsaidBad ? 'may reach out' : undefined;
}
