/* Refusals that the browser recognizes by their texts. */

export const CONFIRM_YOURSELF = 'Confirm it is you'
export const SET_UP_FACTOR_FIRST = 'Set up a second factor first'

/* What a sign-in by another provider may end with. They come in addresses, so the browser shows no other text. */
export const ASK_FOR_INVITE = 'Ask for an invite'
export const SIGN_IN_LOST = 'This sign-in took too long, or was begun in another browser. Sign in again'
export const CANCELLED = 'The sign-in was cancelled'
export const NOT_VOUCHED = 'The answer of the provider was refused. Sign in again'
export const PROVIDER_DOWN = 'The provider does not answer. Try again later'
export const DEACTIVATED = 'This account is deactivated'
export const CONNECT_FIRST = 'Sign in as you did before, and connect this account in your profile'
export const CONNECTED_ELSEWHERE = 'This identity is connected to another account'
