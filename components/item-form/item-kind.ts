import type { TemplateResult } from 'lit';
import type { Catalog, Session } from '../../src/index.js';
import type { FormOf } from '../../src/kept/index.js';
import type { Noun } from '../words/counted.js';

/** What tells the form of a tool from that of a prompt. */
export interface ItemKind<Item, Draft> {
  readonly kind: FormOf['kind'];
  readonly noun: Noun;
  /** What the button does, before the name: `Run`. */
  readonly act: string;
  readonly catalog: (session: Session) => Catalog<Item>;
  readonly createDraft: () => Draft;
  /** What the server claims of it; undefined where it claims nothing of this kind. */
  readonly claims?: (item: Item) => TemplateResult;
}
