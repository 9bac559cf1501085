/** Who started a call: a person by pressing a button, the page's own code, a model, or an app inside the page. */
export type StartedBy = 'person' | 'page' | 'model' | 'app';
