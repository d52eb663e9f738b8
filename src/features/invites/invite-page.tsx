export default function InvitePage() { return <h1>InvitePage</h1> }
