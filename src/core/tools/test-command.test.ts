import { expect, it } from 'vitest';
import { testCommands } from './test-command.ts';

it.each([
  ['npm test', ['npm test']],
  ['npm run test:unit -- a.test.ts', ['npm run test:unit -- a.test.ts']],
  ['cd app && npx vitest run && npm run lint', ['vitest run']],
  ['CI=1 timeout 60 pytest -x tests', ['pytest -x tests']],
  ['python3 -m pytest', ['python3 -m pytest']],
  ['python manage.py test', ['python manage.py test']],
  ['poetry run pytest; cargo test --all', ['pytest', 'cargo test --all']],
  ['./gradlew :app:test', ['./gradlew :app:test']],
  ['go test ./... 2>&1', ['go test ./...']],
  ['make check', ['make check']],
  ['bundle exec rspec', ['rspec']],
  ['node --test', ['node --test']],
  ["bash -c 'npm test'", []],
  ['echo npm test', []],
  ['npm run build', []],
  ['npm install test', []],
  ['git commit -m "npm test; pytest"', []],
  ['cat test', []],
  ['go build ./test', []],
  ['', []],
  ['"', []],
])('the tests of %j are %j', (line, expected) => {
  expect(testCommands(line).map(({ words }) => words.join(' '))).toEqual(expected);
});

it.each([
  ['npm test', true],
  ['npm test && npm run lint', true],
  ['cd app; npm test', true],
  ['npm test | tail -5', false],
  ['npm test || true', false],
  ['npm test; echo done', false],
  ['npm test &', true],
])('the exit code of %j is that of the test: %s', (line, expected) => {
  expect(testCommands(line)[0]?.isExitCodeItsOwn).toBe(expected);
});

it.each(['"', "'", '\\', '&', 'npm test;', ' ', 'env '])('stays linear in a line of nothing but %j', (part) => {
  expect(testCommands(part.repeat(200_000)).length).toBeLessThan(20_000);
});
