import type { ContentBlock, ResourceContents } from '../protocol/model.js';
import type { AddressReading } from './uri-policy.js';

/** Data as it came: nothing is decoded before somebody wants to see or save it. */
export type EncodedData = { readonly base64: string } | { readonly text: string };

/** Something that can be saved as a file. */
interface Savable {
  readonly data: EncodedData;
  /** In bytes. */
  readonly size: number;
  /** Safe for any file system; never one that a double click would run. */
  readonly fileName: string;
}

interface Noted {
  /** What a reader should know about it, as sentences. */
  readonly notes: readonly string[];
}

export interface TextPlan extends Noted {
  readonly kind: 'text';
  readonly text: string;
  readonly fileName: string;
  /** It reads like Markdown, so offering that view makes sense. */
  readonly mayBeMarkdown: boolean;
}
export interface JsonPlan extends Noted {
  readonly kind: 'json';
  /** Indented. Cut where it is longer than the limit on text. */
  readonly text: string;
  /** As it came. */
  readonly source: string;
  readonly fileName: string;
}
export interface MarkdownPlan extends Noted {
  readonly kind: 'markdown';
  readonly text: string;
  readonly fileName: string;
}
export interface HtmlPlan extends Noted {
  readonly kind: 'html';
  readonly text: string;
  readonly fileName: string;
}
export interface MediaPlan<K extends 'image' | 'audio' = 'image' | 'audio'> extends Noted, Savable {
  readonly kind: K;
  /** By its bytes, not by what the server says. */
  readonly mimeType: string;
  /** For people: `PNG`. */
  readonly formatName: string;
  /** So large that it is shown only on request. */
  readonly onRequest: boolean;
}
export interface DownloadPlan extends Noted, Savable {
  readonly kind: 'download';
  /** As declared; empty when nothing was. */
  readonly mimeType: string;
}
/** A resource that can be read, but was not sent along. */
export interface LinkPlan {
  readonly kind: 'link';
  readonly uri: string;
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly mimeType: string | undefined;
  /** In bytes, as claimed. */
  readonly size: number | undefined;
  readonly address: AddressReading;
}
/** A resource that was sent along: its address, around a plan of its own for the contents. */
export interface ResourcePlan {
  readonly kind: 'resource';
  readonly contents: ResourceContents;
}
export interface ToolUsePlan {
  readonly kind: 'tool-use';
  readonly id: string;
  readonly name: string;
  /** The arguments as indented JSON. */
  readonly input: string;
}
export interface ToolResultPlan {
  readonly kind: 'tool-result';
  readonly toolUseId: string;
  readonly isError: boolean;
  readonly blocks: readonly ContentBlock[];
  /** Indented JSON; undefined when there is none. */
  readonly structured: string | undefined;
}
export interface BlockedPlan {
  readonly kind: 'blocked';
  readonly reason: 'too-large' | 'too-deep' | 'remote' | 'unreadable';
  /** What is not shown and why, as sentences. */
  readonly message: string;
  /** What came, as text, cut to the limit; undefined where that would help nobody. */
  readonly raw: string | undefined;
}

/** How one piece of content is shown. Made by `planBlock` and `planContents`; elements only carry it out. */
export type RenderPlan =
  | TextPlan
  | JsonPlan
  | MarkdownPlan
  | HtmlPlan
  | MediaPlan<'image'>
  | MediaPlan<'audio'>
  | DownloadPlan
  | LinkPlan
  | ResourcePlan
  | ToolUsePlan
  | ToolResultPlan
  | BlockedPlan;
