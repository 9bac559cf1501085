import {
  css,
  type CSSResult,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { type FieldState, serverJson } from '../../src/schema/index.js';
import { html } from '../internal/html.js';
import { downIcon } from '../internal/icons.js';
import { shortened } from '../internal/text.js';
import { type Folding, IncrementalRendering } from './control-memory.js';
import type { FieldView } from './field-frame.js';
import { nested } from './rows.js';
import { labelOf, optionalFieldsInWords } from './words.js';
import { t } from './messages.js';

/** Fields of an object that are optional and all shown. More of them are folded. */
export const MAX_OPEN_OPTIONAL = 5;
/** Fields that are shown where all of an object are optional; the rest is folded. */
const MAX_FIRST_OPTIONAL = 3;
/** Characters of a value that the line of folded fields names; the rest is cut. */
const MAX_NAMED_VALUE_LENGTH = 40;
/** Values that the line of folded fields names. */
const MAX_NAMED_VALUES = 4;

type Group = 'required' | 'shown' | 'optional' | 'given';

/** The fields of an object as they are shown: required ones first, and the folded ones. */
export interface ArrangedFields {
  readonly shown: readonly FieldState[];
  readonly optional: readonly FieldState[];
  /** Fields whose value the server sets. */
  readonly given: readonly FieldState[];
}

/** Why a fold opens by itself for a field, the weightiest last. */
const Reason = { None: 0, Filled: 1, Required: 2, Wrong: 3 } as const;
type Reason = (typeof Reason)[keyof typeof Reason];

/** Follows folded fields: counts those with a value, and opens when one has a value or an error. */
abstract class Fold implements ReactiveController, Folding {
  readonly #host: ReactiveControllerHost;
  #fields: readonly FieldState[] = [];
  #unfollow: readonly (() => void)[] = [];
  /** Why the fold was opened for each field. The same reason does not open it again. */
  #reasons: ReadonlyMap<FieldState, Reason> = new Map();
  #told = '';
  isOpen = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  protected abstract reasonOf(field: FieldState): Reason;

  hostConnected(): void {
    this.#follow();
  }

  hostDisconnected(): void {
    for (const unfollow of this.#unfollow) unfollow();
    this.#unfollow = [];
  }

  /** Must be called in each rendering, with the fields of the fold. */
  show(fields: readonly FieldState[]): void {
    const isSame = fields.length === this.#fields.length && fields.every((field, at) => field === this.#fields[at]);
    if (!isSame) {
      this.#fields = fields;
      this.#follow();
    }
    const reasons = new Map(fields.map((field) => [field, this.reasonOf(field)]));
    if (fields.some((field) => reasons.get(field)! > (this.#reasons.get(field) ?? Reason.None))) this.isOpen = true;
    this.#reasons = reasons;
    this.#told = this.#state();
  }

  get filled(): number {
    return this.#fields.filter((field) => isFilled(field)).length;
  }

  get byDefault(): number {
    return this.#fields.filter(({ isDefault }) => isDefault).length;
  }

  readonly toggle = (): void => {
    this.isOpen = !this.isOpen;
    this.#host.requestUpdate();
  };

  /** Opens for a field that shall get the focus. */
  openFor(isSought: (field: FieldState) => boolean): void {
    if (this.isOpen || !this.#fields.some(isSought)) return;
    this.toggle();
  }

  stop(): void {
    this.hostDisconnected();
    this.#host.removeController(this);
  }

  #follow(): void {
    this.hostDisconnected();
    this.#unfollow = this.#fields.map((field) =>
      field.changes.subscribe(() => {
        if (this.#state() !== this.#told) this.#host.requestUpdate();
      }),
    );
  }

  #state(): string {
    return this.#fields
      .map((field) => `${Number(isFilled(field))}${Number(field.isDefault)}${this.reasonOf(field)}`)
      .join('');
  }
}

/** Returns the fields of an object that are folded, each group behind one line. */
export function folds(view: FieldView, { shown, optional, given }: ArrangedFields): unknown {
  return html`${
    optional.length === 0
      ? nothing
      : optionalFold(
          view,
          optional,
          shown.some(({ required }) => !required),
        )
  }
  ${given.length === 0 ? nothing : givenFold(view, given)}`;
}

/**
 * Decides the place of each field of an object. A field keeps its place when it becomes required or optional, because a
 * field that moves while the person types in it loses the focus.
 */
export class Arrangement {
  readonly #groups = new WeakMap<FieldState, Group>();

  of(fields: readonly FieldState[]): ArrangedFields {
    this.#place(fields.filter((field) => !this.#groups.has(field)));
    const of = (group: Group): readonly FieldState[] => fields.filter((field) => this.#groups.get(field) === group);
    return { shown: [...of('required'), ...of('shown')], optional: of('optional'), given: of('given') };
  }

  #place(fields: readonly FieldState[]): void {
    const optional: FieldState[] = [];
    let required = 0;
    for (const field of fields) {
      if (isGiven(field)) this.#groups.set(field, 'given');
      else if (!field.required) optional.push(field);
      else {
        this.#groups.set(field, 'required');
        required++;
      }
    }
    const shown = optional.length <= MAX_OPEN_OPTIONAL ? Infinity : required > 0 ? 0 : MAX_FIRST_OPTIONAL;
    for (const [index, field] of optional.entries()) this.#groups.set(field, index < shown ? 'shown' : 'optional');
  }
}

/** True for a value that is not for the person to choose. A required one that has no value yet must be filled in. */
function isGiven({ node, required, input }: FieldState): boolean {
  if (node.kind === 'constant') return required && !node.nullable && input.kind === 'present';
  return node.readOnly && (!required || input.kind !== 'absent');
}

export class OptionalFold extends Fold {
  protected override reasonOf(field: FieldState): Reason {
    if (showsIssue(field)) return Reason.Wrong;
    return field.required ? Reason.Required : isFilled(field) ? Reason.Filled : Reason.None;
  }
}

export class GivenFold extends Fold {
  protected override reasonOf(field: FieldState): Reason {
    if (showsIssue(field)) return Reason.Wrong;
    return field.node.kind !== 'constant' && isFilled(field) ? Reason.Filled : Reason.None;
  }
}

/** The fields of a fold are rendered in steps of their own. */
export class IncrementalOptional extends IncrementalRendering {}

function isFilled(field: FieldState): boolean {
  return field.input.kind !== 'absent' && !field.isDefault;
}

function showsIssue(field: FieldState): boolean {
  if ((field.touched || field.reported.length > 0) && field.issues.length > 0) return true;
  return field.parts.some(showsIssue);
}

function optionalFold(view: FieldView, fields: readonly FieldState[], isRest: boolean): TemplateResult {
  const fold = view.stateOf(OptionalFold);
  fold.show(fields);
  const { filled, byDefault } = fold;
  const words = optionalFieldsInWords(fields.length, { filled, byDefault, isRest });
  return foldOf(view, fold, {
    id: 'optional',
    words,
    fields: () => view.stateOf(IncrementalOptional).of(fields),
  });
}

function givenFold(view: FieldView, fields: readonly FieldState[]): TemplateResult {
  const fold = view.stateOf(GivenFold);
  fold.show(fields);
  const named = fields.slice(0, MAX_NAMED_VALUES).map((field, index) => {
    const value = valueInWords(field);
    return html`${index > 0 ? ', ' : nothing}<bdi>${shortened(labelOf(field), MAX_NAMED_VALUE_LENGTH)}</bdi>${
      value === undefined ? nothing : html` = <bdi>${value}</bdi>`
    }`;
  });
  const more = fields.length > named.length ? html` … (${fields.length})` : nothing;
  return foldOf(view, fold, {
    id: 'given',
    words: html`${t('schemaField.setByServer')}: <span class="quiet">${named}${more}</span>`,
    fields: () => fields,
  });
}

function valueInWords({ node, value }: FieldState): string | undefined {
  const shown = value ?? node.default;
  if (shown === undefined) return undefined;
  return shortened(typeof shown === 'string' ? `“${shown}”` : serverJson(shown), MAX_NAMED_VALUE_LENGTH);
}

interface FoldParts {
  readonly id: 'optional' | 'given';
  readonly words: unknown;
  readonly fields: () => readonly FieldState[];
}

/** A closed fold has no fields on the page: most forms have tens of them, and each takes time. */
function foldOf(view: FieldView, fold: Fold, { id, words, fields }: FoldParts): TemplateResult {
  // A disabled field also disables the button.
  const isOpen = fold.isOpen || view.isDisabled;
  return html`<div class="fold" part="item" data-name="${id}-fold">
    <button
      class="plain unfold"
      part="button"
      data-name="fold-button"
      type="button"
      aria-expanded=${isOpen ? 'true' : 'false'}
      aria-controls=${isOpen ? id : nothing}
      @click=${fold.toggle}
    >
      ${downIcon}<span>${words}</span>
    </button>
    ${isOpen ? html`<div id=${id} class="fields">${fields().map((field) => nested(view, field))}</div>` : nothing}
  </div>`;
}

export const foldStyles: CSSResult = css`
  button.unfold {
    display: flex;
    align-items: center;
    gap: var(--_space-s);
    inline-size: 100%;
    padding-inline: 10px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    color: var(--_text);
    font-weight: 600;
    text-align: start;
    overflow-wrap: anywhere;
  }
  .unfold > svg {
    flex: none;
    rotate: -90deg;
  }
  .unfold:dir(rtl) > svg {
    rotate: 90deg;
  }
  .unfold[aria-expanded='true'] > svg {
    rotate: 0deg;
  }
  .fold > .fields {
    margin-block-start: var(--_space-m);
  }
`;
