// Made by models-plugin.mjs; tsconfig.json maps its address here.
/** Where the server is that stands for endpoints of models. */
export const modelBase: string;
