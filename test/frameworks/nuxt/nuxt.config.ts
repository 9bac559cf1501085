export default defineNuxtConfig({
  compatibilityDate: '2026-01-01',
  telemetry: false,
  app: { head: { title: 'Nuxt', htmlAttrs: { lang: 'en' }, link: [{ rel: 'icon', href: 'data:,' }] } },
  typescript: { strict: true },
  vue: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('mcp-') } },
});
