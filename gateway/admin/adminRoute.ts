import { type RequestHandler, Router } from 'express';

const guide = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Intendant</title>
<h1>Intendant is running</h1>
<p>What a person does is done on the command line of this machine, in the folder where Intendant was started:</p>
<dl>
<dt>See what agents moved to the trash</dt><dd><code>npx intendant trash list --space main</code></dd>
<dt>Restore a note, with its id, links and history</dt>
<dd><code>npx intendant trash restore n_… --space main</code></dd>
<dt>Make a token for an agent</dt>
<dd><code>npx intendant token create --user admin --scope read --project main --label laptop</code></dd>
<dt>Take one back</dt><dd><code>npx intendant token list</code>, then <code>npx intendant token revoke ID</code></dd>
</dl>
<p>The same goes over REST below <code>/api</code> with an admin token.</p>
</html>
`;

const answer: RequestHandler = (_request, response) => {
  response
    .set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
    .type('html')
    .send(guide);
};

/** What a person finds below `/admin`, where the answer of delete_note sends them: how to restore, and the like. */
export const adminRoute = (): Router => Router().get('/{*path}', answer);
