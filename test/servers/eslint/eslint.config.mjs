export default [{ rules: { camelcase: 'error' } }];
