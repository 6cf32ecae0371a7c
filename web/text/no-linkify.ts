/** Stands in the page for the package `linkify-it`, which the Markdown parser makes one of and, as we set it up, never asks. */
export class LinkifyIt {}
