import type { TemplateResult } from 'lit';
import type { Catalog, ServerCapabilities, Session } from '../../src/index.js';
import { activityIcon, promptIcon, resourceIcon, talkIcon, toolIcon } from '../icons/icons.js';
import { html } from '../words/html.js';

export type SectionName = 'tools' | 'resources' | 'prompts' | 'activity' | 'transcript';

/** What the person chose in each section: the name of a tool or prompt, the address of a resource or its template. */
export type Chosen = Readonly<Partial<Record<SectionName, string>>>;

/** One thing that a server can offer: a list and, beside it, what was chosen there. */
export interface Section {
  readonly name: SectionName;
  readonly label: string;
  readonly icon: TemplateResult;
  /** What to do where nothing is chosen. */
  readonly hint: string;
  /** @param hasLog the server logged something, whatever it says that it can do @param hasTranscript the page wants it */
  isOffered(capabilities: ServerCapabilities, hasLog: boolean, hasTranscript: boolean): boolean;
  /** The lists that its amount counts. */
  readonly lists: readonly ((session: Session) => Pick<Catalog<unknown>, 'state'>)[];
  list(chosen: Chosen): TemplateResult;
  /** A section without one has all the room for its list, which comes once it is opened or has something in it. */
  detail?(chosen: Chosen): TemplateResult;
}

export const SECTIONS: readonly Section[] = [
  {
    name: 'tools',
    label: 'Tools',
    icon: toolIcon,
    hint: 'Choose a tool to see what it does and to run it.',
    isOffered: (capabilities) => capabilities.tools !== undefined,
    lists: [(session) => session.tools],
    list: (chosen) =>
      html`<slot name="tools"
        ><mcp-tool-list exportparts="search, item" .selected=${chosen.tools}></mcp-tool-list
      ></slot>`,
    detail: (chosen) =>
      html`<slot name="tool"
        ><mcp-tool-form exportparts="field, submit-button" .tool=${chosen.tools}></mcp-tool-form
      ></slot>`,
  },
  {
    name: 'resources',
    label: 'Resources',
    icon: resourceIcon,
    hint: 'Choose a resource to read it.',
    isOffered: (capabilities) => capabilities.resources !== undefined,
    lists: [(session) => session.resources, (session) => session.resourceTemplates],
    list: (chosen) =>
      html`<slot name="resources"
        ><mcp-resource-list exportparts="search, item" .selected=${chosen.resources}></mcp-resource-list
      ></slot>`,
    detail: (chosen) =>
      html`<slot name="resource"><mcp-resource-view .uri=${chosen.resources}></mcp-resource-view></slot>`,
  },
  {
    name: 'prompts',
    label: 'Prompts',
    icon: promptIcon,
    hint: 'Choose a prompt to fill it in and to see what it gives.',
    isOffered: (capabilities) => capabilities.prompts !== undefined,
    lists: [(session) => session.prompts],
    list: (chosen) =>
      html`<slot name="prompts"
        ><mcp-prompt-list exportparts="search, item" .selected=${chosen.prompts}></mcp-prompt-list
      ></slot>`,
    detail: (chosen) =>
      html`<slot name="prompt"
        ><mcp-prompt-form exportparts="field, submit-button" .prompt=${chosen.prompts}></mcp-prompt-form
      ></slot>`,
  },
  {
    name: 'activity',
    label: 'Activity',
    icon: activityIcon,
    hint: '',
    isOffered: (capabilities, hasLog) => capabilities.logging !== undefined || hasLog,
    lists: [],
    list: () => html`<slot name="activity"><mcp-log exportparts="search"></mcp-log></slot>`,
  },
  {
    name: 'transcript',
    label: 'Transcript',
    icon: talkIcon,
    hint: '',
    isOffered: (_capabilities, _hasLog, hasTranscript) => hasTranscript,
    lists: [],
    list: () => html`<slot name="transcript"><mcp-transcript exportparts="search"></mcp-transcript></slot>`,
  },
];
