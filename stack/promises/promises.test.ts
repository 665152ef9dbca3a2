/** One file, so that one process loads the server and starts one database for all snapshots. */
import './api.ts';
import './command-line.ts';
import './database.ts';
import './operations.ts';
