// The module of the script tag, which is served beside the page.
export * from '../../components/bundle.js';
