import type { TemplateResult } from 'lit';
import { expandTemplate, type TemplateVariable, templateVariables } from '../../src/content/index.js';
import type { Session } from '../../src/index.js';
import { buildForm, FormState } from '../../src/schema/index.js';
import { Suggester } from '../item-form/item-form.js';
import type { SuggestValues } from '../schema-field/combobox.js';
import { html } from '../internal/html.js';
import { t } from './messages.js';

/** Returns one field for each variable, and the resulting address. */
export function templateForm(options: {
  readonly draft: TemplateDraft;
  readonly session: Session | undefined;
  readonly onSubmit: () => void;
}): TemplateResult {
  const { draft, session, onSubmit } = options;
  const submit = (event: Event): void => {
    event.preventDefault();
    onSubmit();
  };
  const submitOnEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.defaultPrevented || event.isComposing) return;
    const [origin] = event.composedPath();
    if (!(origin instanceof HTMLInputElement)) return;
    event.preventDefault();
    onSubmit();
  };
  const { uri } = draft;
  return html`<form part="form" novalidate @submit=${submit} @keydown=${submitOnEnter}>
    <mcp-schema-field
      exportparts="field, label, description, input, error"
      .node=${draft.form.node}
      .form=${draft.form}
      .suggest=${draft.suggestFrom(session)}
    ></mcp-schema-field>
    <div class="preview">
      <span class="small quiet">${t('resourceView.address')}</span>
      <code part="text" data-name="preview" dir="ltr">${uri ?? t('resourceView.theseValuesMakeNo')}</code>
    </div>
    <div class="row">
      <button class="primary" part="button submit-button" type="submit" ?disabled=${uri === undefined}>
        ${t('resourceView.readResource')}
      </button>
    </div>
  </form>`;
}

/** A form for the variables of a URI template (RFC 6570). */
export class TemplateDraft {
  readonly template: string;
  readonly form: FormState;
  readonly #suggester: Suggester;

  constructor(template: string) {
    this.template = template;
    this.form = new FormState(buildForm(schemaOf(template, templateVariables(template))));
    this.#suggester = new Suggester({ type: 'ref/resource', uri: template }, () => this.form.draft);
  }

  /** The address that results from the values, or undefined if none results. */
  get uri(): string | undefined {
    return expandTemplate(this.template, this.form.draft as Record<string, string | string[]>);
  }

  /** Returns the function that suggests values, or undefined without a connection. */
  suggestFrom(session: Session | undefined): SuggestValues | undefined {
    return this.#suggester.from(session);
  }

  /** Returns the address if it may be read. Otherwise, every field shows its issues. */
  toUri(): string | undefined {
    if (this.form.toArguments().ok) return this.uri;
    this.form.showAllIssues();
    return undefined;
  }
}

/** Returns a schema for the variables: strings, and lists of strings for variables with several values (`{name*}`). */
function schemaOf(template: string, variables: readonly TemplateVariable[]): unknown {
  const text = { type: 'string' };
  return {
    type: 'object',
    additionalProperties: false,
    required: variables.filter((variable) => isNeeded(template, variable)).map(({ name }) => name),
    properties: Object.fromEntries(
      variables.map(({ name, list }) => [name, list ? { type: 'array', items: text } : text]),
    ),
  };
}

/** True if the address makes no sense without the variable. Lists and parts of a path or a query may be left out. */
function isNeeded(template: string, { name, list, optional }: TemplateVariable): boolean {
  if (list || optional) return false;
  const isPartOf = ([, names = '']: RegExpMatchArray): boolean =>
    names.split(',').some((each) => each.replace(/:\d+$|\*$/, '') === name);
  return ![...template.matchAll(/\{[/.;]([^{}]*)\}/g)].some(isPartOf);
}
