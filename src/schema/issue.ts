/** One thing that keeps a form from being sent. */
export interface FormIssue {
  /** JSON Pointer to the value it is about; empty for the whole. */
  readonly pointer: string;
  /** What the person knows that value as. Text from the server. */
  readonly label: string;
  /** What to do about it, as a sentence. */
  readonly message: string;
  /** What it is about, where that is not the value: the name that a value has in a map. */
  readonly part?: 'name' | undefined;
}
