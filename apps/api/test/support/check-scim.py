"""Runs scim2-tester against a service, and prints every check that failed: base address, then token."""

import sys

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import check_server

base, token = sys.argv[1:]
http = Client(base_url=base, headers={"Authorization": f"Bearer {token}"}, timeout=30)
results = check_server(SyncSCIMClient(http))
for result in results:
    print(result.status.name, result.title, result.resource_type, result.reason)
