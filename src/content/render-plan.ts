import type { ContentBlock, ResourceContents } from '../protocol/model.js';
import type { AddressReading } from './uri.js';

/** Data as it came: nothing is decoded before somebody wants to see or save it. */
export type EncodedData = { readonly base64: string } | { readonly text: string };

/** Something that can be saved as a file. */
export interface Savable {
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
/** Rows of values: CSV and its relatives. */
export interface TablePlan extends Noted {
  readonly kind: 'table';
  readonly text: string;
  readonly separator: ',' | '\t' | ';';
  readonly fileName: string;
}
/** Source of a program, markup or settings, shown as lines. */
export interface CodePlan extends Noted {
  readonly kind: 'code';
  readonly text: string;
  /** What it is written in, as highlighters call it; empty where that is not known. */
  readonly language: string;
  readonly fileName: string;
}
/** What was changed in files, as `diff -u` and `git diff` write it. */
export interface DiffPlan extends Noted {
  readonly kind: 'diff';
  readonly text: string;
  readonly fileName: string;
}
/** Something on another site that is loaded only when the person says so. */
export interface RemotePlan extends Noted {
  readonly kind: 'remote';
  readonly what: 'image' | 'audio' | 'video';
  readonly address: Extract<AddressReading, { kind: 'web' }>;
}
export type MediaKind = 'image' | 'audio' | 'video';
export interface MediaPlan<K extends MediaKind = MediaKind> extends Noted, Savable {
  readonly kind: K;
  /** By its bytes, not by what the server says. */
  readonly mimeType: string;
  /** For people: `PNG`. */
  readonly formatName: string;
  /** So large, or so uncertain, that it is shown only on request. */
  readonly onRequest: boolean;
  /** Why, as a sentence; undefined where it is shown at once. */
  readonly requestReason?: string | undefined;
  /** In pixels, as the file says before anything of it is decoded; undefined where it does not, and for sounds and videos. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}
/** A file that is not shown here: an archive, a document, a program, or bytes that nobody knows. */
export interface DownloadPlan extends Noted, Savable {
  readonly kind: 'download';
  /** As declared; empty when nothing was. */
  readonly mimeType: string;
  /** What its first bytes say it is, for people: `ZIP archive`. */
  readonly formatName?: string | undefined;
  /** The browser shows it in a tab of its own, by a click. */
  readonly opens?: 'pdf' | undefined;
  /** It reads like text, and can be shown as such when it is decoded. */
  readonly readsAsText?: boolean | undefined;
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
  /** What can be saved nevertheless. */
  readonly file?: Savable | undefined;
}

/** How one piece of content is shown. Made by `planBlock` and `planContents`; elements only carry it out. */
export type RenderPlan =
  | TextPlan
  | JsonPlan
  | MarkdownPlan
  | HtmlPlan
  | TablePlan
  | CodePlan
  | DiffPlan
  | RemotePlan
  | MediaPlan<'image'>
  | MediaPlan<'audio'>
  | MediaPlan<'video'>
  | DownloadPlan
  | LinkPlan
  | ResourcePlan
  | ToolUsePlan
  | ToolResultPlan
  | BlockedPlan;
