/** Replaces the package `linkify-it`. The Markdown parser makes one and, as we set it up, never uses it. */
export class LinkifyIt {}
