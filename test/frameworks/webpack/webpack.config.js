export default {
  mode: 'production',
  entry: './src/main.js',
  output: { path: `${import.meta.dirname}/public`, publicPath: 'auto' },
  // The limit of webpack's advice on sizes is for the whole of an application.
  performance: { hints: false },
};
