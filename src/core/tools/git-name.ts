/** Names that git, or a file system that folds letters, takes for its own folder. */
const GIT_NAME = /^(?:\.git|git~\d+)[ .]*$/i;
// Letters that some file systems leave out of names.
const LEFT_OUT = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** True for a part of a path that may be the folder of a repository itself. */
export function isGitName(part: string): boolean {
  return GIT_NAME.test(part.replace(LEFT_OUT, ''));
}
