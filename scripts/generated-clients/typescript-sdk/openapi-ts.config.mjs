/* The extension lets Node run what was generated as it is. */
export default {
  input: './generated/openapi.json',
  output: { path: 'generated/typescript-sdk', module: { extension: '.ts' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
}
