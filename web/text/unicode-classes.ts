/**
 * Replaces the package `uc.micro`, of which the Markdown parser uses two classes. Engines know them by name today, and
 * the package spells them out.
 */
export const P = /\p{P}/u;
export const S = /\p{S}/u;
