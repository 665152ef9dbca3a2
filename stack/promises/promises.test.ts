/** One file, so that one process reads the server once and starts one database for all of these tests. */
import './api.ts';
import './command-line.ts';
import './database.ts';
import './operations.ts';
