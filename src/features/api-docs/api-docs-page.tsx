export default function ApiDocsPage() { return <h1>ApiDocsPage</h1> }
