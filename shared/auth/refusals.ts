/* Refusals that the browser recognizes by their texts. */

export const CONFIRM_YOURSELF = 'Confirm it is you'
export const SET_UP_FACTOR_FIRST = 'Set up a second factor first'
