import express from 'express';
import request from 'supertest';
import { expect, test } from 'vitest';
import { adminRoute } from '../../../gateway/admin/adminRoute.ts';

const app = express().use('/admin', adminRoute());

test.each(['/admin', '/admin/', '/admin/trash?note=n_01', '/admin/trash?note=<script>'])(
  '%s tells a person how to restore, and nothing that was asked',
  async (path) => {
    const answer = await request(app).get(path);
    expect([answer.status, answer.type]).toEqual([200, 'text/html']);
    expect(answer.text).toContain('intendant trash restore');
    expect(answer.text).not.toContain('script');
    expect(answer.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
  },
);

test('nothing is changed from there', async () => {
  expect((await request(app).post('/admin/trash')).status).toBe(404);
});
