/** What screens call the machine identity of a project: scripts and pipelines that use its client secret. */
export const PROJECT_CREDENTIAL = 'Project credential'

/** Who did something, in words. Null stands for the credential of the project. */
export const actorName = (person: { name: string } | null | undefined): string => person?.name ?? PROJECT_CREDENTIAL
