/* The extension lets Node run the generated files directly. */
export default {
  input: './generated/openapi.json',
  output: { path: 'generated/typescript-sdk', module: { extension: '.ts' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
}
