import { html, nothing, type TemplateResult } from 'lit';
import { expandTemplate, type TemplateVariable } from '../../src/content/index.js';

/** What the person typed, by the name of the variable. */
export type TemplateValues = Readonly<Record<string, string>>;

/** The URI that these values make; undefined when they make none. */
export function expand(
  template: string,
  variables: readonly TemplateVariable[],
  values: TemplateValues,
): string | undefined {
  const given: [string, string | string[]][] = variables.map(({ name, list }) => {
    const value = values[name] ?? '';
    return [name, list ? listOf(value) : value];
  });
  return expandTemplate(template, Object.fromEntries(given));
}

/** One field for each variable, and the address that they make. */
export function templateForm(options: {
  readonly variables: readonly TemplateVariable[];
  readonly values: TemplateValues;
  readonly uri: string | undefined;
  readonly onInput: (name: string, value: string) => void;
  readonly onSubmit: () => void;
}): TemplateResult {
  const submit = (event: Event): void => {
    event.preventDefault();
    options.onSubmit();
  };
  return html`<form part="form" @submit=${submit}>
    ${options.variables.map((variable, index) => field(variable, index, options))}
    <div class="preview">
      <span class="small quiet">Address</span>
      <code part="preview" dir="ltr">${options.uri ?? 'These values make no address.'}</code>
    </div>
    <div class="row">
      <button class="primary" part="submit-button" type="submit" ?disabled=${options.uri === undefined}>
        Read resource
      </button>
    </div>
  </form>`;
}

function field(
  { name, list, optional }: TemplateVariable,
  index: number,
  { values, onInput }: { readonly values: TemplateValues; readonly onInput: (name: string, value: string) => void },
): TemplateResult {
  const id = `field-${index}`;
  const onFieldInput = (event: Event): void => onInput(name, (event.target as HTMLInputElement).value);
  return html`<div part="field">
    <label for=${id}><bdi>${name}</bdi>${optional ? html` <span class="small quiet">optional</span>` : nothing}</label>
    <input
      id=${id}
      type="text"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      aria-describedby=${list ? `${id}-help` : nothing}
      .value=${values[name] ?? ''}
      @input=${onFieldInput}
    />
    ${list ? html`<p class="small quiet" id="${id}-help">Several values: separate them with commas.</p>` : nothing}
  </div>`;
}

function listOf(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
