/** The name that screens give to a project's own credential, which scripts and pipelines use. */
export const PROJECT_CREDENTIAL = 'Project credential'

/** The name of an author. Null stands for the project's own credential. */
export const actorName = (person: { name: string } | null | undefined): string => person?.name ?? PROJECT_CREDENTIAL
