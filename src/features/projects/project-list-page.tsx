export default function ProjectListPage() { return <h1>ProjectListPage</h1> }
