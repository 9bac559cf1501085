// WTR plugin: the server that stands for endpoints of models. In tests: import { modelBase } from '/__models__.js';
import { createModelServer } from './model-server.mjs';

export function modelsPlugin() {
  let server;
  return {
    name: 'models',
    async serverStart() {
      server = await createModelServer();
    },
    serverStop() {
      server?.stop();
    },
    serve({ path }) {
      if (path !== '/__models__.js') return undefined;
      return { body: `export const modelBase = ${JSON.stringify(server.base)};`, type: 'js' };
    },
  };
}
