const PROJECT_ID = '019aa2f0-3c1b-7d52-9a53-1f2e3d4c5b02'

const apiToken = {
  id: '019aa2f0-3c1b-7d52-9a53-1f2e3d4c5b0d',
  kind: 'project',
  name: 'Nightly pipeline',
  hint: 'x7Qa',
  verbs: ['read', 'record'],
  projectId: PROJECT_ID,
  projectIds: null,
  createdAt: '2026-01-31T12:00:00.000Z',
  createdBy: { id: '019aa2f0-3c1b-7d52-9a53-1f2e3d4c5b01', name: 'Ada Lovelace' },
  expiresAt: '2026-05-01T12:00:00.000Z',
  lastUsedAt: null,
  lastUsedNetwork: null,
  oldWorksUntil: null,
}

const factor = {
  id: '019aa2f0-3c1b-7d52-9a53-1f2e3d4c5b0e',
  kind: 'totp',
  name: 'Phone',
  createdAt: '2026-01-31T12:00:00.000Z',
  lastUsedAt: null,
}
const RECOVERY_CODES = ['7QX2-M9KD-0VTB-H4WZ-1RNE-C8PA']

const [CHALLENGE, HOST] = ['dGhlIGNoYWxsZW5nZQ', 'assay.example.com']
const REQUEST = { challenge: CHALLENGE, rpId: HOST, userVerification: 'required' }
/** Shortened. */
const SIGNED = { clientDataJSON: 'eyJ0eXBlIjo', authenticatorData: 'SZYN5YgOjGh0', signature: 'MEUCIQDx' }
const MADE = { clientDataJSON: 'eyJ0eXBlIjo', attestationObject: 'o2NmbXRkbm9uZQ', transports: ['internal'] }

/** Example entities by component name. */
export const AUTH_ENTITIES: Record<string, object> = {
  ApiToken: apiToken,
  NewApiToken: { ...apiToken, token: `assay_prj_${'0'.repeat(36)}3Bx7Qa` },
  AnyApiToken: { ...apiToken, projectName: 'Checkout' },
  Factor: factor,
  Provider: { id: 'company', name: 'Company' },
  Identity: {
    id: '019aa2f0-3c1b-7d52-9a53-1f2e3d4c5b0f',
    providerId: 'company',
    providerName: 'Company',
    email: 'ada@example.com',
    createdAt: '2026-01-31T12:00:00.000Z',
    lastUsedAt: '2026-01-31T12:00:00.000Z',
  },
  ConnectionStart: { url: 'https://login.example.com/authorize?client_id=assay&…' },
  SignedOut: { message: 'Signed out' },
  NewTotp: {
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Assay:ada%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Assay',
    ticket: '1.…',
  },
  AddedFactor: { factor, recoveryCodes: RECOVERY_CODES },
  RecoveryCodes: { recoveryCodes: RECOVERY_CODES },
  SecondFactor: { ticket: '1.…', methods: ['totp', 'recovery-code'] },
  PasskeyRequest: { ticket: '1.…', passkeyOptions: REQUEST },
  CurrentToken: {
    kind: 'project',
    name: 'Nightly pipeline',
    verbs: ['read', 'record'],
    projectId: PROJECT_ID,
    expiresAt: '2026-05-01T12:00:00.000Z',
  },
}

/** Example request bodies by procedure. */
export const AUTH_REQUESTS = {
  'retention.change': { keepRunsDays: 365, keepAttachmentsDays: 90, keepTracesDays: 90 },
  'auth.signUp': { email: 'ada@example.com', password: 'correct horse', name: 'Ada Lovelace' },
  'auth.signIn': { email: 'ada@example.com', password: 'correct horse' },
  'auth.signInSecondFactor': { ticket: '1.…', code: '123456' },
  'auth.changeProfile': { name: 'Ada King' },
  'auth.signInOidc': { ticket: '1.…' },
  'auth.signInPasskey': { ticket: '1.…', passkey: { id: 'q1RyZdbV', response: SIGNED } },
  'auth.confirm': { password: 'correct horse' },
  'factors.confirmTotp': { ticket: '1.…', code: '123456', name: 'Phone' },
  'factors.confirmPasskey': { ticket: '1.…', passkey: { id: 'q1RyZdbV', response: MADE }, name: 'Laptop' },
  'apiTokens.createMine': { name: 'Laptop', verbs: ['read'], expiresInDays: 30 },
  'apiTokens.create': { name: 'Nightly pipeline', verbs: ['read', 'record'] },
  'apiTokens.rotateMine': { keepOldForHours: 24 },
  'apiTokens.rotate': { keepOldForHours: 24 },
  'projects.regenerateSecret': { keepOldForHours: 24 },
}
