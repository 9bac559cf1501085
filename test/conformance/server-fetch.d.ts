// The types of a module of the command's page, which is plain JavaScript.
declare module '*/cli/page/server-fetch.js' {
  export function serverFetch(
    server: object,
    helpers: {
      ask(path: string, init?: RequestInit): Promise<Response>;
      tell(server: object, words: string): void;
      failure(code: 'network' | 'load', words: string): Error;
    },
  ): typeof fetch;
}
