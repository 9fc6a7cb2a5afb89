// Serves the Transit engine of HashiCorp Vault over HTTP, on memory, for tests: the engine as it is, without Vault's server.
//
// Two tokens stand for two policies. The token "rooms" may make keys, wrap data keys without their plaintext, and delete; the token
// "keys" may decrypt. The policies are those of the README, checked here and not by Vault.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"regexp"
	"strings"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/vault/builtin/logical/transit"
	"github.com/hashicorp/vault/sdk/logical"
)

const mount = "/v1/transit/"

var policies = map[string]*regexp.Regexp{
	"rooms": regexp.MustCompile(`^(POST keys/[^/]+|POST keys/[^/]+/config|DELETE keys/[^/]+|GET keys/[^/]+|POST datakey/wrapped/[^/]+)$`),
	"keys":  regexp.MustCompile(`^POST decrypt/[^/]+$`),
}

var operations = map[string]logical.Operation{
	http.MethodGet:    logical.ReadOperation,
	http.MethodPost:   logical.UpdateOperation,
	http.MethodPut:    logical.UpdateOperation,
	http.MethodDelete: logical.DeleteOperation,
}

type server struct {
	engine  logical.Backend
	storage logical.Storage
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func refuse(w http.ResponseWriter, status int, reason string) {
	answer(w, status, map[string][]string{"errors": {reason}})
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/v1/sys/health" {
		answer(w, http.StatusOK, map[string]bool{"initialized": true, "sealed": false})
		return
	}
	path, isOurs := strings.CutPrefix(r.URL.Path, mount)
	operation, isKnown := operations[r.Method]
	if !isOurs || !isKnown {
		refuse(w, http.StatusNotFound, "no handler for route")
		return
	}
	policy := policies[r.Header.Get("X-Vault-Token")]
	if policy == nil || !policy.MatchString(strings.Replace(r.Method, "PUT", "POST", 1)+" "+path) {
		refuse(w, http.StatusForbidden, "permission denied")
		return
	}
	data := map[string]any{}
	if operation == logical.UpdateOperation {
		decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20))
		decoder.UseNumber()
		if err := decoder.Decode(&data); err != nil && r.ContentLength != 0 {
			refuse(w, http.StatusBadRequest, "the body is not JSON")
			return
		}
	}
	request := &logical.Request{Operation: operation, Path: path, Data: data, Storage: s.storage}
	checked, exists, err := s.engine.HandleExistenceCheck(r.Context(), request)
	if err == nil && operation == logical.UpdateOperation && checked && !exists {
		request.Operation = logical.CreateOperation
	}
	response, err := s.engine.HandleRequest(r.Context(), request)
	s.respond(w, request, response, err)
}

// As Vault's own HTTP layer: an error of the engine has the status that RespondErrorCommon names.
func (s *server) respond(w http.ResponseWriter, request *logical.Request, response *logical.Response, err error) {
	if status, reason := logical.RespondErrorCommon(request, response, err); reason != nil || status != 0 {
		text := "no value found"
		if reason != nil {
			text = reason.Error()
		}
		refuse(w, status, text)
		return
	}
	if response == nil {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	answer(w, http.StatusOK, map[string]any{"data": response.Data})
}

func run() error {
	storage := &logical.InmemStorage{}
	engine, err := transit.Factory(context.Background(), &logical.BackendConfig{
		StorageView: storage,
		Logger:      hclog.NewNullLogger(),
		System:      logical.TestSystemView(),
		Config:      map[string]string{},
	})
	if err != nil {
		return err
	}
	if err := engine.Initialize(context.Background(), &logical.InitializationRequest{Storage: storage}); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	if err != nil {
		return err
	}
	fmt.Printf("listening on http://%s\n", listener.Addr())
	return http.Serve(listener, &server{engine: engine, storage: storage})
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
